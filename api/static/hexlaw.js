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

(() => {
  /** The form to ask: one row for each fact, and completion of sentences from the vocabulary. */
  const form = document.querySelector("form.ask");
  if (!form) return;
  const book = form.elements.rulebook;
  const facts = form.elements.facts;
  const question = form.elements.question;
  const named = (tag, name, more = {}) => Object.assign(document.createElement(tag), { className: name, ...more });
  let made = 0;

  /** A text field that offers sentences, as the pattern "combobox with list autocomplete" of the ARIA practices has it. */
  const combobox = (input, asking) => {
    const box = named("div", "combo");
    const list = named("ul", "", { id: `sentences-${made += 1}`, hidden: true });
    const told = named("p", "hidden-text");
    input.replaceWith(box);
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Sentences");
    told.setAttribute("role", "status");
    box.append(input, list, told);
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", list.id]]) {
      input.setAttribute(name, value);
    }
    let wait = 0;
    let request = null;
    let at = -1;
    const options = () => list.children;
    const close = () => {
      clearTimeout(wait);
      if (request) request.abort();
      list.hidden = true;
      at = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };
    const point = (to) => {
      if (options()[at]) options()[at].setAttribute("aria-selected", "false");
      at = to;
      const option = options()[at];
      if (!option) return input.removeAttribute("aria-activedescendant");
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    };
    const take = (option) => {
      input.value = option.dataset.sentence;
      close();
      input.dispatchEvent(new Event("change", { bubbles: true }));
      input.focus();
    };
    const show = (sentences) => {
      list.replaceChildren(...sentences.map((each, place) => {
        const option = named("li", "", { id: `${list.id}-${place}`, textContent: each.sentence });
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
        option.dataset.sentence = each.sentence;
        if (each.statement) option.append(named("span", "why", { textContent: each.statement }));
        option.addEventListener("pointerdown", (event) => { event.preventDefault(); take(option); });
        return option;
      }));
      at = -1;
      input.removeAttribute("aria-activedescendant");
      list.hidden = !sentences.length;
      input.setAttribute("aria-expanded", String(!list.hidden));
      told.textContent = sentences.length === 1 ? "1 sentence" : `${sentences.length} sentences`;
    };
    const look = async () => {
      if (request) request.abort();
      request = new AbortController();
      const others = rows().filter((row) => row !== input).map((row) => row.value).join("\n");
      const query = new URLSearchParams({ complete: input.value, facts: others.slice(0, 15000) });
      if (asking) query.set("asking", "true");
      try {
        const response = await fetch(`/vocabulary/${encodeURIComponent(book.value)}?${query}`, {
          headers: { Accept: "application/json" }, signal: request.signal,
        });
        if (!response.ok) return close();
        const found = (await response.json()).sentences.filter((each) => each.sentence !== input.value);
        if (document.activeElement === input) show(found);
      } catch (error) {
        if (error.name !== "AbortError") close();
      }
    };
    input.addEventListener("input", () => {
      clearTimeout(wait);
      if (input.value.trim()) wait = setTimeout(look, 120); else close();
    });
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" && list.hidden) { event.preventDefault(); return look(); }
      if (list.hidden) return undefined;
      const last = options().length - 1;
      if (event.key === "ArrowDown") point(at >= last ? 0 : at + 1);
      else if (event.key === "ArrowUp") point(at <= 0 ? last : at - 1);
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && at >= 0) { event.stopImmediatePropagation(); take(options()[at]); } else return undefined;
      return event.preventDefault();
    });
  };

  const list = named("ol", "fact-rows");
  const rows = () => [...list.querySelectorAll("input")];
  const keep = () => {
    facts.value = rows().map((row) => row.value).filter((text) => text.trim()).join("\n");
    rows().forEach((row, place) => {
      row.setAttribute("aria-label", `Fact ${place + 1}`);
      row.closest("li").querySelector(".remove").setAttribute("aria-label", `Remove fact ${place + 1}`);
    });
  };
  const add = (text = "", after = null, why = "") => {
    const item = document.createElement("li");
    const input = named("input", "", { value: text, autocomplete: "off", spellcheck: false });
    const remove = named("button", "remove", { type: "button", textContent: "×" });
    item.append(input, remove);
    if (after) after.after(item); else list.append(item);
    input.addEventListener("input", keep);
    input.addEventListener("change", keep);
    combobox(input, false);
    if (why) {
      const wrong = named("p", "wrong-text", { id: `wrong-${made += 1}`, textContent: why });
      item.append(wrong);
      input.classList.add("wrong");
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", wrong.id);
    }
    remove.addEventListener("click", () => {
      const beside = (item.nextElementSibling || item.previousElementSibling);
      item.remove();
      if (!rows().length) add();
      keep();
      (beside ? beside.querySelector("input") : rows()[0]).focus();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        if (input.value.trim()) add("", item).focus();
      } else if (event.key === "Backspace" && !input.value && rows().length > 1) {
        event.preventDefault();
        remove.click();
      }
    });
    input.addEventListener("paste", (event) => {
      const lines = event.clipboardData.getData("text").split(/\r?\n/).filter((line) => line.trim());
      if (lines.length < 2) return;
      event.preventDefault();
      input.value = lines[0];
      let last = item;
      for (const line of lines.slice(1)) last = add(line, last).closest("li");
      keep();
    });
    keep();
    return input;
  };

  const unread = JSON.parse(facts.dataset.unread || "{}");
  const lines = facts.value.split("\n").filter((line) => line.trim());
  const group = named("fieldset", "");
  const legend = named("legend", "", { textContent: "Facts" });
  const more = named("button", "", { type: "button", textContent: "Add a fact" });
  group.setAttribute("aria-describedby", "facts-hint");
  group.append(legend, document.getElementById("facts-hint"), list, more);
  form.querySelector('label[for="facts"]').hidden = true;
  facts.hidden = true;
  facts.before(group);
  let fact = 0;
  for (const line of lines) {
    const counts = !line.trim().startsWith("#");
    add(line, null, counts ? unread[fact] : "");
    fact += counts ? 1 : 0;
  }
  if (!lines.length) add();
  more.addEventListener("click", () => add().focus());
  combobox(question, true);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
})();

(() => {
  /** A button beside the link to a question that copies its address. */
  for (const link of document.querySelectorAll('a[data-copy="address"]')) {
    if (!navigator.clipboard) return;
    const button = document.createElement("button");
    const told = document.createElement("span");
    Object.assign(button, { type: "button", className: "small copy", textContent: "Copy link" });
    told.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(link.href);
        told.textContent = "Copied.";
      } catch {
        told.textContent = "It could not be copied; copy the address of the link beside this.";
      }
    });
    link.after(button, told);
  }
})();

(() => {
  // On a phone the pages of a rulebook stand in a row that scrolls: bring the one that is open into sight.
  const here = document.querySelector("nav.book [aria-current]");
  const row = here && here.closest("ul");
  if (row) row.scrollLeft = Math.max(0, here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2);
})();
