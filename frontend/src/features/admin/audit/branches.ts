import type { AuditLine } from '@quorum/contracts/audit/wire.ts';

/** A line, and the lines it caused. */
export type Branch = { readonly line: AuditLine; readonly caused: Branch[] };

/** The lines as a tree of causes, in order. A line whose cause is missing is a root. */
export const branchesOf = (lines: readonly AuditLine[]): readonly Branch[] => {
  const byId = new Map(lines.map((line) => [line._id, { line, caused: [] } as Branch]));
  const roots: Branch[] = [];
  for (const branch of byId.values()) {
    const cause = branch.line.causedBy === null ? undefined : byId.get(branch.line.causedBy);
    (cause === undefined ? roots : cause.caused).push(branch);
  }
  return roots;
};
