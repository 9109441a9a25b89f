import type { GroupColor } from '@quorum/contracts/text/group-colors.ts';

export type AccentName = GroupColor['accent'];
