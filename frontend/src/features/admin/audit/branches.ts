import type { AuditLine } from '@quorum/contracts/wire/audit.ts';

/** A line, and the lines that it led to. */
export type Branch = { readonly line: AuditLine; readonly caused: Branch[] };

/** Lines as a tree of causes, in their order. A line whose cause is not among them stands by itself. */
export const branchesOf = (lines: readonly AuditLine[]): readonly Branch[] => {
  const byId = new Map(lines.map((line) => [line._id, { line, caused: [] } as Branch]));
  const roots: Branch[] = [];
  for (const branch of byId.values()) {
    const cause = branch.line.causedBy === null ? undefined : byId.get(branch.line.causedBy);
    (cause === undefined ? roots : cause.caused).push(branch);
  }
  return roots;
};
