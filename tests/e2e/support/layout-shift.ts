import type { Page } from '@playwright/test';

type Moved = { readonly value: number; readonly what: string };

/** Records the browser's own layout shifts from now on, even those caused by the visitor. Call before the page loads. */
export const watchLayoutShift = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type Shift = PerformanceEntry & { value: number; sources: Source[] };
    const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`;
    const moved = ({ node, previousRect, currentRect }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const text = node?.textContent?.trim().slice(0, 40);
      return `${element?.tagName}.${element?.className} “${text}” from ${place(previousRect)} to ${place(currentRect)}`;
    };
    const shifts: Moved[] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        // A few pixels of one line; it counts as 0.00.
        if (entry.value < 0.001) continue;
        // The panel of text messages exists only in development.
        if (entry.sources.every(({ node }) => node instanceof Element && node.closest('.sms-outbox') !== null))
          continue;
        shifts.push({ value: entry.value, what: entry.sources.map(moved).join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

/** Shifts so far, after two frames in which nothing is left to paint. */
export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { layoutShifts: shifts } = window as unknown as { layoutShifts: Moved[] };
    return shifts.map(({ value, what }) => `${value}: ${what}`);
  });
