import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { describe, it } from 'vitest';
import { accountDeleted, ada, club, groupDeleted, happens } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { files } from './fold.ts';

const { given } = testProjection(projectWith(files));

const file = (fileId: string, purpose: DataOf<'FileStored'>['purpose'], groupId: string | null) => ({
  fileId,
  ownerId: ada,
  groupId,
  purpose,
  mimeType: 'image/webp',
  size: 1_234,
  width: 40,
  height: 30,
  name: `${fileId}.webp`,
});

const document = ({ fileId: id, name: _, ...rest }: ReturnType<typeof file>) => ({ id, ...rest });

const named = ({ fileId: id, name }: ReturnType<typeof file>, subjectId: string) => ({ id, subjectId, name });

const [picture, image, photo] = [
  file('a', 'profile-picture', null),
  file('b', 'group-image', club),
  file('c', 'message', club),
];

const stored = [picture, image, photo];
const three = stored.map((each) => happens('FileStored', each));

describe('the file model', () => {
  it('the file model knows a file from storing until removal', () =>
    given(...three)
      .when(happens('FileRemoved', { fileId: 'b' }))
      .then({
        files: [document(picture), document(photo)],
        fileNames: [named(picture, ada), named(photo, ada)],
      }));

  it("the file model forgets a file's name with its key, but still finds the file", async () => {
    const found = stored.map(document);
    await given(...three)
      .when(accountDeleted(ada))
      .then({ files: found, fileNames: [named(image, club)] });
    await given(...three)
      .when(groupDeleted(club))
      .then({ files: found, fileNames: [named(picture, ada), named(photo, ada)] });
  });
});
