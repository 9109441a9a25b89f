/** Bytes that begin something other than themselves. */
export const END = 0x00;
export const ID = 0x01;
export const KNOWN_ID = 0x02;
export const INSTANT = 0x03;
export const BASE64 = 0x04;
export const LONG_WORD = 0x05;
export const POSITION = 0x06;
/** The next byte is itself. */
export const PLAIN = 0x07;
export const FIRST_WORD = 0x08;
export const MARKS = 0x20;
export const SHORT_WORDS = MARKS - FIRST_WORD;

export const INSTANT_LENGTH = 24;
export const POSITION_LENGTH = 16;
/** Of an instant or a position. */
export const NUMBER_BYTES = 6;
