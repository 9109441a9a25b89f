const FALLBACK = 'utf-8';
/** Bytes. The standard searches a little less for a declaration, but pages do not obey it. */
const SEARCHED_BYTES = 4096;

/** Decodes HTML by its byte order mark, the content type's charset, a meta element, or as UTF-8. */
export const decodeHtml = (bytes: Uint8Array, contentType: string): string => {
  const declared = charsetIn(contentType) ?? charsetIn(metaElements(bytes));
  return decoder(markOf(bytes) ?? declared ?? FALLBACK).decode(bytes);
};

const markOf = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
};

const metaElements = (bytes: Uint8Array): string =>
  (new TextDecoder('latin1').decode(bytes.subarray(0, SEARCHED_BYTES)).match(/<meta\s[^>]{0,500}>/gi) ?? []).join(' ');

const charsetIn = (text: string): string | undefined =>
  // Whitespace matches in one way only. With two ways, a long run of it would be tried in every division.
  /charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i.exec(text)?.[1];

const decoder = (label: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(label);
  } catch {
    // An unknown label counts as none.
    return new TextDecoder(FALLBACK);
  }
};
