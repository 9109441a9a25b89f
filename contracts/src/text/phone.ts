export const PHONE_INVALID = 'Please enter a valid 10-digit phone number';
export const PHONE_REQUIRED = 'Phone number is required';

const STORED_FORM = /^\+1\d{10}$/;

/** The one stored form, `+1XXXXXXXXXX`, of `+1` and ten digits or of ten digits, punctuation aside; else nothing. */
export const normalizePhone = (text: string): string | undefined => {
  const bare = text.replace(/[\s().-]/g, '');
  const phone = /^\d{10}$/.test(bare) ? `+1${bare}` : bare;
  return STORED_FORM.test(phone) ? phone : undefined;
};

export const isPhone = (text: string): boolean => normalizePhone(text) !== undefined;

/**
 * The digits, at most ten, that a phone field keeps of what is typed or pasted into it. A country code in front of ten
 * digits, as browsers fill in, is dropped.
 */
export const phoneDigits = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  const hasCountryCode = /^\s*\+?1/.test(text) && digits.length === 11;
  return hasCountryCode ? digits.slice(1) : digits.slice(0, 10);
};

/** `(123) 456-7890` of the digits typed so far, or of a stored number. */
export const formatPhone = (text: string): string => {
  const digits = phoneDigits(text);
  if (digits === '') return '';
  if (digits.length <= 3) return `(${digits}`;
  const area = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`;
  return digits.length <= 6 ? area : `${area}-${digits.slice(6)}`;
};

/** `78` of `+14155550178`, all that members see of each other's numbers. Fewer when there are fewer digits. */
export const lastTwoDigits = (phone: string): string => phone.replace(/\D/g, '').slice(-2);

/** `Number ending in 78`, for a member without a name. */
export const numberEnding = (phoneOrDigits: string): string => `Number ending in ${lastTwoDigits(phoneOrDigits)}`;

/** The text that refuses a number at sign-in, or nothing. */
export const phoneError = (text: string): string | undefined => (isPhone(text) ? undefined : PHONE_INVALID);

/** The text that refuses a new number of the account, or nothing: there an empty field has a text of its own. */
export const accountPhoneError = (text: string): string | undefined =>
  text.trim() === '' ? PHONE_REQUIRED : phoneError(text);
