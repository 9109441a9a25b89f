import type { RouteName, Routes } from '@quorum/contracts/routes.ts';

/** Every route that the command service answers. */
export type CommandName = {
  [N in RouteName]: Routes[N]['service'] extends 'command' ? N : never;
}[RouteName];

/** Helpers of the tests themselves, which change nothing. */
type Aid = 'developmentSms';

export type GeneratedName = Exclude<CommandName, Aid>;

/**
 * One command of a history. Things that the product names are named by the command that creates them: `g12` is the group that command
 * 12 creates, and `e12_2034-05-10` a date of the series `e12`. `params` and `body` contain such a name with a dollar sign, and each product puts its own id there.
 */
export type Command = {
  readonly n: number;
  /** `clock` advances the time by {@link CLOCK_STEP}. */
  readonly does: GeneratedName | 'clock';
  /** `p3`, `admin`, or `visitor`. */
  readonly who: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly file?: 'picture' | 'text';
  /** People and groups that it concerns. Commands that share one run one after another. A command without any runs alone. */
  readonly keys: readonly string[];
  /** Commands with the same number run concurrently, whatever they concern. */
  readonly race?: number;
};

/**
 * Seven hours. No multiple of it comes near a limit of the product (10 minutes, 1 and 24 hours, 3 and 30 days), so the duration of a
 * run decides nothing.
 */
export const CLOCK_STEP = 7 * 3_600_000;

/** All events are planned in this range. Dates of a series are listed for five years from its start at most. */
export const PLANNED = { startDate: '2033-01-01', endDate: '2035-01-01' };

/** The name in a placeholder. */
export const ref = (placeholder: unknown): string => String(placeholder).replace(/^\$/, '');
