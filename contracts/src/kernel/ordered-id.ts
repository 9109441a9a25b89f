/**
 * Makes a version 7 UUID (RFC 9562), which starts with its time. Things created together then sit together in the engines'
 * indexes; with random ids, each would be written to a page of its own.
 * @param now milliseconds since 1970. @param random a version 4 UUID that supplies the remaining bits.
 */
export const orderedId = (now: number, random: string): string => {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
};
