// What the pages do better with scripts. Every page works without this file.
"use strict";

(() => {
  /** Buttons that open or close a whole derivation. */
  for (const tree of document.querySelectorAll(".tree")) {
    const details = tree.querySelectorAll("details");
    if (details.length < 3) continue;
    const tools = document.createElement("div");
    tools.className = "tree-tools";
    for (const [text, open] of [["Open all steps", true], ["Close all steps", false]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => details.forEach((each) => { each.open = open; }));
      tools.append(button);
    }
    tree.before(tools);
  }
})();

(() => {
  /** Previews of references: what stands in "in short" at the page's end, shown beside a link that is pointed to or focused. */
  const told = new Map();
  for (const each of document.querySelectorAll("[data-seen]")) told.set(each.dataset.seen, each);
  if (!told.size) return;
  let box = null;
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    if (box) box.remove();
    box = null;
  };
  const show = (link) => {
    hide();
    const each = told.get(link.dataset.see);
    if (!each || link.closest(".previews")) return;
    box = document.createElement("div");
    box.className = "see";
    box.setAttribute("role", "tooltip");
    box.id = "see";
    const head = document.createElement("strong");
    head.textContent = each.querySelector("dt").textContent;
    box.append(head, each.querySelector("dd").textContent);
    document.body.append(box);
    const at = link.getClientRects()[0] || link.getBoundingClientRect();
    const below = at.bottom + box.offsetHeight + 8 < innerHeight || at.top < box.offsetHeight + 8;
    box.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8)) + scrollX}px`;
    box.style.top = `${(below ? at.bottom + 6 : at.top - box.offsetHeight - 6) + scrollY}px`;
    link.setAttribute("aria-describedby", "see");
  };
  for (const link of document.querySelectorAll("a[data-see]")) {
    if (told.has(link.dataset.see)) link.removeAttribute("title");
    link.addEventListener("mouseenter", () => { clearTimeout(timer); timer = setTimeout(() => show(link), 150); });
    link.addEventListener("focus", () => show(link));
    for (const left of ["mouseleave", "blur"]) link.addEventListener(left, () => { link.removeAttribute("aria-describedby"); hide(); });
  }
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
})();
