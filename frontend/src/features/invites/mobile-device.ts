/**
 * An iOS or Android device, as the browser names itself. An iPad names itself a Mac, but no Mac has a touch screen.
 */
export const isMobileDevice = (userAgent: string, touchPoints: number): boolean =>
  /android|iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1);
