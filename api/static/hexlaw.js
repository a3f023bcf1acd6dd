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
