/**
 * A browser that translates, or an extension, replaces text nodes by elements. React still holds the text nodes: removing
 * one would throw and take the screen down, and a new text would go into a node that nobody sees. This finds what stands
 * in for a text node, removes it instead, and gives the place back when React writes a new text.
 */
export const tolerateReplacedTexts = (): void => {
  const standIns = new WeakMap<Node, Node>();
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') restore(record.target);
      else for (const removed of record.removedNodes) if (removed instanceof Text) noteReplaced(removed, record);
    }
  });

  const noteReplaced = (text: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord): void => {
    if (text.parentNode !== null) return;
    const translations = [previousSibling, nextSibling].filter((node) => node?.nodeName === 'FONT');
    const standIn = [...addedNodes, ...translations].find((node) => node instanceof Element);
    if (standIn === undefined) return;
    standIns.set(text, standIn);
    observer.observe(text, { characterData: true });
  };
  const restore = (text: Node): void => {
    const standIn = standIns.get(text);
    if (text.parentNode === null && standIn?.parentNode) standIn.parentNode.replaceChild(text, standIn);
  };
  /** The child itself, or the node that replaces it. Null if both are gone. */
  const shownIn = (parent: Node, child: Node): Node | null =>
    [child, standIns.get(child)].find((node) => node?.parentNode === parent) ?? null;

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const shown = shownIn(this, child);
    if (shown !== null) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && shownIn(this, before)) as T;
  };
  observer.observe(document, { childList: true, subtree: true });
};
