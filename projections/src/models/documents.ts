import type {
  CollectionName,
  ColorDocument,
  EntryDocument,
  FileDocument,
  GroupDocument,
  MediaDocument,
  MembershipDocument,
  MessageDocument,
  PinDocument,
  ReactionDocument,
  ReadMarkerDocument,
  ReportDocument,
  SessionDocument,
  UserDocument,
} from '@quorum/contracts/documents/collections.ts';

/** Which document lies in which collection. */
type Documents = {
  readonly users: UserDocument;
  readonly sessions: SessionDocument;
  readonly groups: GroupDocument;
  readonly memberships: MembershipDocument;
  readonly colors: ColorDocument;
  readonly pins: PinDocument;
  readonly readMarkers: ReadMarkerDocument;
  readonly entries: EntryDocument;
  readonly messages: MessageDocument;
  readonly reactions: ReactionDocument;
  readonly media: MediaDocument;
  readonly files: FileDocument;
  readonly reports: ReportDocument;
};

export type DocumentOf<C extends CollectionName> = Documents[C];
