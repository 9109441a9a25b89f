// Runs inside the page, before the app: what only the page itself can time.

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when the frame that is being made has been painted. */
const painted = () =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = resolve;
    requestAnimationFrame(() => channel.port2.postMessage(null));
  });

globalThis.probe = {
  /** Milliseconds from a click until what the click leads to is painted. */
  async open(link, shown) {
    const began = performance.now();
    document.querySelector(link).click();
    while (document.querySelector(shown) === null) await nextFrame();
    await painted();
    const took = performance.now() - began;
    performance.measure('open', { start: began, duration: took });
    return took;
  },

  /** Scrolls for a time, some pixels a frame; gives the milliseconds that each frame took. */
  async scroll(area, pixels, milliseconds) {
    const scroller = document.querySelector(area);
    const frames = [];
    const began = await nextFrame();
    for (let last = began; last - began < milliseconds; ) {
      scroller.scrollTop += pixels;
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
    }
    return frames;
  },

  /** Goes back by so many pages; gives the most pixels that what the reader looks at moved while a page came in. */
  async pageBack(area, row, pages) {
    const scroller = document.querySelector(area);
    let jumped = 0;
    for (let page = 0; page < pages; page += 1) {
      scroller.scrollTop = 0;
      const height = scroller.scrollHeight;
      let [anchor, top] = [undefined, 0];
      const began = performance.now();
      while (scroller.scrollHeight < height + scroller.clientHeight / 2) {
        if (performance.now() - began > 20_000) throw new Error(`Page ${page + 1} did not come`);
        await nextFrame();
        const known = anchor?.isConnected ? anchor.getBoundingClientRect().top : undefined;
        if (known !== undefined) jumped = Math.max(jumped, Math.abs(known - top));
        const box = scroller.getBoundingClientRect();
        anchor =
          document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest(row) ?? undefined;
        top = anchor?.getBoundingClientRect().top ?? 0;
      }
      await nextFrame();
      await nextFrame();
      if (anchor?.isConnected) jumped = Math.max(jumped, Math.abs(anchor.getBoundingClientRect().top - top));
    }
    return jumped;
  },

  /** A long page of plain text, to know what scrolling costs by itself. */
  plainPage() {
    document.body.innerHTML = `<div id="plain" style="height: 100vh; overflow: auto">${'<p>A line of text</p>'.repeat(1000)}</div>`;
  },
};
