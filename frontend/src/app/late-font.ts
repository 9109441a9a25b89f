/** As in fonts.css. */
const LATE_FAMILIES = ['Inter Late', 'Inter Late Display'];
const SAMPLE = 'Illustration 123';

const widthIn = (families: string): number => {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = `16px ${families}`;
  return context.measureText(SAMPLE).width;
};

const isMissing = (): boolean => widthIn('Inter, monospace') === widthIn('monospace');
export const isLateFontHere = (): boolean => LATE_FAMILIES.every((family) => document.fonts.check(`16px "${family}"`));

/**
 * On a slow line the font misses the first paint, and the browser then leaves it out until the next document. This
 * loads it under a second name, which nothing uses until `useLateFont` switches to it.
 */
export const loadLateFont = (): void => {
  const load = () => {
    // Without it, text keeps the system font.
    if (isMissing())
      Promise.all(LATE_FAMILIES.map((family) => document.fonts.load(`16px "${family}"`))).catch(() => {});
  };
  if (document.readyState === 'complete') load();
  else window.addEventListener('load', load, { once: true });
};
