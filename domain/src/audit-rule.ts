import type { AuditKind } from '@quorum/contracts/audit/rules.ts';
import type { AuditFacts } from '@quorum/contracts/audit/wire.ts';

/** How the audit history shows an event to administrators. */
export type AuditRule<Data> = {
  /** The filter that lists it. */
  readonly kind: AuditKind;
  /** The field that names the person affected. */
  readonly person?: keyof Data & string;
  /** Fields that are shown. None is user text, except configuration values. */
  readonly facts?: readonly (keyof Data & string)[];
  readonly say: Saying | ((facts: AuditFacts) => Saying);
};

/**
 * A sentence, and the text below it, by default the group. `{actor}`, `{person}`, `{group}` and names of facts are replaced by
 * their values; text between asterisks is emphasized. A sentence begins with `{personOrActor}` if the product acts for the person.
 */
export type Saying = string | { readonly sentence: string; readonly detail: string };
