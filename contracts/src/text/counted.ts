/** `1 event`, `24 events`. @param many the plural if it is not formed with an s */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
