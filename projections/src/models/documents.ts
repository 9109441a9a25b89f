import type {
  AuditDocument,
  CollectionName,
  ColorDocument,
  ConfigurationDocument,
  EntryDocument,
  FileDocument,
  GroupDocument,
  JoinCodeCountDocument,
  MediaDocument,
  MembershipDocument,
  MessageDocument,
  NameDocument,
  PhoneChangeDocument,
  PinDocument,
  ReactionDocument,
  ReadMarkerDocument,
  RemovalDocument,
  ReportDocument,
  SessionDocument,
  UserDocument,
} from '@quorum/service-kit/documents/collections.ts';

/** Which document lies in which collection. */
type Documents = {
  readonly users: UserDocument;
  readonly phoneChanges: PhoneChangeDocument;
  readonly sessions: SessionDocument;
  readonly groups: GroupDocument;
  readonly joinCodeCounts: JoinCodeCountDocument;
  readonly memberships: MembershipDocument;
  readonly removals: RemovalDocument;
  readonly colors: ColorDocument;
  readonly pins: PinDocument;
  readonly readMarkers: ReadMarkerDocument;
  readonly entries: EntryDocument;
  readonly messages: MessageDocument;
  readonly reactions: ReactionDocument;
  readonly media: MediaDocument;
  readonly files: FileDocument;
  readonly reports: ReportDocument;
  readonly configuration: ConfigurationDocument;
  readonly audit: AuditDocument;
  readonly names: NameDocument;
};

export type DocumentOf<C extends CollectionName> = Documents[C];
