import type { AuditKind } from '@quorum/contracts/audit/rules.ts';
import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import {
  Ban,
  Calendar,
  Check,
  File,
  Flag,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  ShieldCheck,
  SlidersHorizontal,
  Trash2,
  User,
  UserPlus,
  Users,
} from 'lucide-react';
import { classNames } from '../../../shared/lib/class-names.ts';

type Look = readonly [icon: LucideIcon, tone?: 'danger' | 'ok' | 'warn' | 'info'];

const ofKind: { readonly [K in AuditKind]: Look } = {
  account: [User],
  session: [KeyRound],
  group: [Users, 'info'],
  members: [UserPlus],
  event: [Calendar],
  message: [MessageSquare],
  file: [File],
  report: [Flag, 'danger'],
  configuration: [SlidersHorizontal, 'info'],
  admin: [ShieldCheck, 'info'],
};

const ofType: Readonly<Record<string, Look>> = {
  AccountDeleted: [Ban, 'danger'],
  PhoneBanned: [Ban, 'danger'],
  MessageDeleted: [Trash2, 'warn'],
  MessageRemoved: [Trash2, 'warn'],
  FileRemoved: [File, 'danger'],
  ReportClosed: [Check, 'ok'],
  ReportOpened: [ShieldCheck, 'info'],
};

const ofAction: Readonly<Record<string, Look>> = {
  allow: [Check, 'ok'],
  remove_message: [Trash2, 'warn'],
  ban_user: [Ban, 'danger'],
};

export function AuditIcon({ line }: { readonly line: AuditLine }) {
  const [Icon, tone] =
    (line.type === 'ReportReviewed' ? ofAction[String(line.facts.action)] : ofType[line.type]) ?? ofKind[line.kind];
  return (
    <span className={classNames('icon-disc', tone && `icon-disc--${tone}`)}>
      <Icon className="i" />
    </span>
  );
}
