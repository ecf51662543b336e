/**
 * Return the problems of the page's layout as texts. `names` may not be shortened.
 *
 * The symbols of a card and the table of hexagons are skipped: their bounding boxes overlap, and a press chooses the
 * nearest one. So are cards that lie under another one.
 */
names => {
  const TOLERANCE_PX = 2;
  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=button], [role=tab]";
  const FREE = ".viewport, .large-card, .under, dialog:not([open]), [aria-hidden=true].ring";
  const dialog = document.querySelector("dialog[open]");
  const root = dialog ?? document.body;
  const label = (node) => {
    const element = node.nodeType === 3 ? node.parentElement : node;
    const text = (node.nodeType === 3 ? node.data : element.ariaLabel ?? element.textContent).trim().replace(/\s+/g, " ");
    const kind = `${element.tagName.toLowerCase()}${[...element.classList].filter(one => !one.startsWith("svelte-")).map(one => "." + one).join("")}`;
    return `${kind} "${text.slice(0, 40)}"`;
  };
  const clip = (rect, element, isText) => {
    let { left, top, right, bottom } = rect;
    for (let one = element; one && one !== document.documentElement; one = one.parentElement) {
      const style = getComputedStyle(one);
      if ((one !== element || isText) && /hidden|auto|scroll|clip/.test(style.overflowX + style.overflowY)) {
        const box = one.getBoundingClientRect();
        [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      if (style.position === "fixed") break;
    }
    return { left, top, right, bottom };
  };
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest(".hidden-label") && !element.closest(FREE);
  const items = [];
  for (const element of root.querySelectorAll(CONTROLS))
    if (isShown(element)) items.push({ node: element, element, full: element.getBoundingClientRect(), isControl: true });
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || !node.parentElement || !isShown(node.parentElement)) continue;
    if (/^(script|style)$/i.test(node.parentElement.tagName)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const full of range.getClientRects()) items.push({ node, element: node.parentElement, full, isControl: false });
  }
  for (const item of items) item.rect = clip(item.full, item.element, !item.isControl);
  const shown = items.filter(({ rect }) => rect.right - rect.left > TOLERANCE_PX && rect.bottom - rect.top > TOLERANCE_PX);
  const problems = [];
  for (const [n, one] of shown.entries())
    for (const other of shown.slice(n + 1)) {
      if (one.node === other.node || one.node.contains(other.node) || other.node.contains(one.node)) continue;
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      // Two lines of text may touch: the box of a line is higher than its letters.
      const allowed = one.isControl && other.isControl ? TOLERANCE_PX : TOLERANCE_PX + 2;
      if (wide > TOLERANCE_PX && high > allowed)
        problems.push(`overlap of ${Math.round(wide)}x${Math.round(high)} px: ${label(one.node)} and ${label(other.node)}`);
    }
  const area = (dialog ?? document.querySelector("main.area") ?? document.documentElement).getBoundingClientRect();
  for (const { node, element, full, isControl } of items) {
    if (!isControl || element.disabled || !element.closest(".board, .continue, .lesson, .actions, .top, nav")) continue;
    if (document.querySelector("[aria-label=Result]") && element.closest(".board")) continue; // nothing to do there
    const inside = element.closest(".area") ? area : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const out = Math.max(inside.left - full.left, inside.top - full.top, full.right - inside.right, full.bottom - inside.bottom);
    if (out > TOLERANCE_PX) problems.push(`${Math.round(out)} px out of view: ${label(node)}`);
  }
  for (const { node, element, isControl } of shown) {
    if (isControl || !names.includes(node.data.trim())) continue;
    for (let one = element; one && one !== root; one = one.parentElement)
      if (getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1) problems.push(`shortened name: ${label(node)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) problems.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  return problems;
}
