/** The height of so many minutes, as CSS. */
export const heightOf = (minutes: number): string => `calc(var(--hour) * ${minutes / 60})`;
