export type MobileSystem = 'ios' | 'android';

/**
 * iOS or Android by the browser's user agent, else undefined. An iPad claims to be a Mac, but no Mac has a touch
 * screen.
 */
export const mobileSystem = (userAgent: string, touchPoints: number): MobileSystem | undefined => {
  if (/android/i.test(userAgent)) return 'android';
  const ios = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1);
  return ios ? 'ios' : undefined;
};
