type Kinds = { string: string; number: number; boolean: boolean; object: object | null };

/** Whether a value from outside is an object with these fields: `hasFields(value, { sentAt: 'number' })`. */
export const hasFields = <F extends Readonly<Record<string, keyof Kinds>>>(
  value: unknown,
  fields: F,
): value is { readonly [N in keyof F]: Kinds[F[N]] } =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, kind]) => typeof (value as Record<string, unknown>)[name] === kind);
