export const PHONE_INVALID = 'Please enter a valid 10-digit phone number';
export const PHONE_REQUIRED = 'Phone number is required';

const STORED_FORM = /^\+1\d{10}$/;

/**
 * Normalizes to the one stored form, `+1XXXXXXXXXX`. Accepts ten digits with or without `+1` and punctuation; otherwise
 * undefined.
 */
export const normalizePhone = (text: string): string | undefined => {
  const bare = text.replace(/[\s().-]/g, '');
  const phone = /^\d{10}$/.test(bare) ? `+1${bare}` : bare;
  return STORED_FORM.test(phone) ? phone : undefined;
};

export const isPhone = (text: string): boolean => normalizePhone(text) !== undefined;

/** The digits of a US number in typed, pasted or stored text: at most ten, without the leading country code 1. */
export const phoneDigits = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits;
  return national.slice(0, 10);
};

/**
 * Formats the digits typed so far, or a stored number, as `(123) 456-7890`. It never ends in punctuation, so Backspace always deletes
 * a digit.
 */
export const formatPhone = (text: string): string => {
  const digits = phoneDigits(text);
  if (digits === '') return '';
  if (digits.length <= 3) return `(${digits}`;
  const area = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`;
  return digits.length <= 6 ? area : `${area}-${digits.slice(6)}`;
};

/** `+1 ••• ••• 1234`: how administrators see a number in a list. */
export const maskPhone = (phone: string): string => (phone === '' ? '' : `+1 ••• ••• ${phone.slice(-4)}`);

/**
 * The last two digits (`78` of `+14155550178`): all that members see of each other's numbers. Fewer if there are fewer digits.
 */
export const lastTwoDigits = (phone: string): string => phone.replace(/\D/g, '').slice(-2);

/** `Number ending in 78`, for a member without a name. */
export const numberEnding = (phoneOrDigits: string): string => `Number ending in ${lastTwoDigits(phoneOrDigits)}`;

/** Refusal text for a number at sign-in, or undefined. */
export const phoneError = (text: string): string | undefined => (isPhone(text) ? undefined : PHONE_INVALID);

/** Refusal text for a new number of an account, or undefined. An empty field has its own text here. */
export const accountPhoneError = (text: string): string | undefined =>
  text.trim() === '' ? PHONE_REQUIRED : phoneError(text);
