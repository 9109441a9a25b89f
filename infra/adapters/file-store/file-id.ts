/** Ids become file names: only letters, digits, `-` and `_`, so that no id can escape its folder. */
export const isFileId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id);

export const requireFileId = (id: string): void => {
  if (!isFileId(id)) throw new RangeError('A file id consists of 1 to 128 letters, digits, "-" and "_"');
};
