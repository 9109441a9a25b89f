/** Actor of the events that erasure appends. */
export const ERASE = 'erase';
