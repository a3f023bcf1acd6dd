// The search of a site on a disk, through what search-data.js holds. Where it cannot run, the indexes lead to everything.
"use strict";

(() => {
  const form = document.querySelector(".docs-search");
  const list = document.querySelector(".docs-results");
  const count = document.querySelector(".docs-count");
  const data = window.hexlawSearch;
  if (!form || !list || !count || !Array.isArray(data)) return;
  const MOST = 50;
  const SNIPPET = 200;
  const NAMES = { rule: "rule", term: "term", encoding: "what it means", vocabulary: "vocabulary" };
  const fold = (text) => text.toLocaleLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const rows = data.map(([kind, book, id, title, text, path]) =>
    ({ kind, book, id, title, text, path, head: fold(`${id} ${title}`), body: fold(text) }));

  /** How well a row fits one word: a whole number or name counts more than a beginning, that more than the text. */
  const score = (row, word) => {
    if (fold(row.id) === word || fold(row.id).replace(/^[a-z]{1,2}(?=\d)/, "") === word) return 100;
    const starts = (text) => text.startsWith(word) || text.includes(` ${word}`);
    if (starts(row.head)) return row.kind === "rule" ? 12 : 10;
    if (starts(row.body)) return row.kind === "rule" ? 5 : 4;
    return row.head.includes(word) ? 3 : row.body.includes(word) ? 1 : 0;
  };

  const found = (query) => {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const hits = [];
    for (const row of rows) {
      const scores = words.map((word) => score(row, word));
      if (scores.every((each) => each > 0)) hits.push([scores.reduce((a, b) => a + b), row]);
    }
    return hits.sort((a, b) => b[0] - a[0]).map(([, row]) => row);
  };

  const snippet = (row, query) => {
    const word = fold(query).split(/\s+/).find((each) => each && row.body.includes(each));
    const at = word ? row.body.indexOf(word) : 0;
    const start = Math.max(0, row.text.lastIndexOf(" ", Math.max(0, at - SNIPPET / 4)));
    const space = row.text.indexOf(" ", start + SNIPPET);
    const end = space < 0 ? row.text.length : space;
    return (start ? "… " : "") + row.text.slice(start, end) + (end < row.text.length ? " …" : "");
  };

  /** The text with the words of the query marked, also where they begin a longer one. */
  const marked = (text, query) => {
    const words = fold(query).split(/\s+/).filter(Boolean);
    return text.split(/(\s+|-)/).map((part) => {
      const start = part.search(/[\p{L}\p{N}]/u);
      if (start < 0 || !words.some((word) => fold(part.slice(start)).startsWith(word))) return part;
      const mark = document.createElement("mark");
      mark.textContent = part;
      return mark;
    });
  };

  const show = (query) => {
    const hits = found(query);
    list.replaceChildren(...hits.slice(0, MOST).map((row) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = row.path.split("/").map(encodeURIComponent).join("/");
      // What can be said is named by itself.
      const name = row.kind === "vocabulary" ? row.title : [row.id, row.title].filter(Boolean).join(" ");
      link.append(...marked(name, query));
      const kind = document.createElement("span");
      kind.className = "tag";
      kind.textContent = `${row.book}, ${NAMES[row.kind] || row.kind}`;
      const text = document.createElement("p");
      text.className = "quiet small";
      text.append(...marked(snippet(row, query), query));
      item.append(link, " ", kind, text);
      return item;
    }));
    count.textContent = query.trim() ? `${hits.length} found${hits.length > MOST ? `, the first ${MOST} are shown` : ""}` : "";
  };

  form.hidden = false;
  const input = form.querySelector("input");
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => {
    show(input.value);
    try { history.replaceState(null, "", `#${encodeURIComponent(input.value)}`); } catch { /* some browsers refuse it on a disk */ }
  });
  if (location.hash.length > 1) {
    try { input.value = decodeURIComponent(location.hash.slice(1)); } catch { /* not ours */ }
    show(input.value);
  }
  input.focus({ preventScroll: true });
})();
