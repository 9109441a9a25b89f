import type { RouteName, Routes } from '@quorum/contracts/routes.ts';

/** Every call of the route table that the command service answers. */
export type CommandName = {
  [N in RouteName]: Routes[N]['service'] extends 'command' ? N : never;
}[RouteName];

/** Aids of the tests themselves, which change nothing. */
type Aid = 'developmentSms';

export type GeneratedName = Exclude<CommandName, Aid>;

/**
 * One command of a history. Whatever the product names itself is named by the command that makes it: `g12` is the group that command
 * 12 creates. In `params` and `body` such a name stands with a dollar sign, and each product puts its own id there.
 */
export type Command = {
  readonly n: number;
  /** `clock` moves the time on by {@link CLOCK_STEP}. */
  readonly does: GeneratedName | 'clock';
  /** `p3`, `admin`, or `visitor`. */
  readonly who: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly file?: 'picture' | 'text';
  /** People and groups that it concerns. Commands with a common one run one after another. Without any it runs alone. */
  readonly keys: readonly string[];
  /** Commands with the same number run at once, whatever they concern. */
  readonly race?: number;
};

/**
 * Seven hours. No multiple of it comes near a limit of the product (10 minutes, 1 and 24 hours, 3 and 30 days), so that the time that a
 * run takes decides nothing.
 */
export const CLOCK_STEP = 7 * 3_600_000;

/** The name in a placeholder. */
export const ref = (placeholder: unknown): string => String(placeholder).replace(/^\$/, '');
