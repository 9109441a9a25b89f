import { describe, expect, it } from 'vitest';
import { decodeHtml } from './decode-html.ts';
import { pagePreview } from './page-preview.ts';

const at = new URL('https://example.com/blog/post');
const preview = (head: string) => pagePreview(`<!doctype html><html><head>${head}</head><body>`, at);

describe('the preview of a page', () => {
  it('the preview of a page is its title if there is nothing else', async () => {
    expect(await preview('<title> A\n title </title>')).toEqual({ title: 'A title' });
    expect(await preview('<meta name="viewport" content="x">')).toBeUndefined();
    expect(await pagePreview('', at)).toBeUndefined();
  });

  it('the preview of a page prefers metadata meant for sharing', async () => {
    expect(
      await preview(
        '<title>t</title><meta name="twitter:title" content="tw"><meta name="twitter:description" content="td">',
      ),
    ).toEqual({
      title: 'tw',
      description: 'td',
    });
  });

  it('the preview of a page has a limited size', async () => {
    const long = '旅'.repeat(5000);
    const found = await preview(
      `<meta property="og:title" content="${long}"><meta property="og:description" content="${long}"><meta property="og:site_name" content="${long}">`,
    );
    expect([...(found?.title ?? '')]).toHaveLength(300);
    expect([...(found?.description ?? '')]).toHaveLength(500);
    expect([...(found?.siteName ?? '')]).toHaveLength(100);
    expect(found?.title?.endsWith('…')).toBe(true);
  });

  it('the preview of a page is plain text (SAFE-06)', async () => {
    expect((await preview('<title>&lt;img src=x onerror=alert(1)&gt;\u202Egnp.exe\u0000\u200B</title>'))?.title).toBe(
      '<img src=x onerror=alert(1)>gnp.exe',
    );
    expect((await preview('<title><b>bold</b></title>'))?.title).toBe('<b>bold</b>');
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://127.0.0.1/a.png',
    'http://user:pw@example.com/a.png',
    'file:///a.png',
    'http://localhost/a.png',
    'http://',
  ])('the preview of a page omits an image at %s (SAFE-05)', async (address) => {
    expect(await preview(`<title>t</title><meta property="og:image" content="${address}">`)).toEqual({ title: 't' });
  });

  it('the preview of a page resolves addresses relative to the page or its base', async () => {
    expect((await preview('<meta property="og:image" content="a.png">'))?.image).toBe('https://example.com/blog/a.png');
    expect(
      (await preview('<base href="https://cdn.example.com/x/"><meta property="og:image" content="a.png">'))?.image,
    ).toBe('https://cdn.example.com/x/a.png');
    expect((await preview('<base href="http://10.0.0.1/"><meta property="og:image" content="a.png">'))?.image).toBe(
      'https://example.com/blog/a.png',
    );
    expect((await preview('<meta property="og:image" content="//cdn.example.com/a.png">'))?.image).toBe(
      'https://cdn.example.com/a.png',
    );
  });

  it('the preview of a page uses only the head', async () => {
    expect(
      await pagePreview('<title>a</title></head><body><meta property="og:title" content="b"><title>c</title>', at),
    ).toEqual({ title: 'a' });
    expect((await pagePreview('<head><svg><title>icon</title></svg><title>page</title></head>', at))?.title).toBe(
      'icon',
    );
  });

  it('the preview of a page survives malicious markup', async () => {
    const deep = '<div>'.repeat(100_000);
    const wide = `<meta ${Array.from({ length: 20_000 }, (_, i) => `a${i}="x"`).join(' ')}>`;
    expect(await pagePreview(`<title>t</title>${deep}`, at)).toEqual({ title: 't' });
    expect(await preview(`<title>t</title>${wide}`)).toEqual({ title: 't' });
    expect(
      await preview('<title>t</title><meta property="__proto__" content="x"><meta property="constructor" content="y">'),
    ).toEqual({ title: 't' });
    expect((await preview(`<title>${'&amp;'.repeat(100_000)}</title>`))?.title?.length).toBeLessThanOrEqual(300);
  });
});

describe('a page with many tags', () => {
  const late = '<meta property="og:title" content="late">';

  it.each(['<b></i>', '<svg><title>', '<p><div>', '<option><b>', '<div>'])(
    'a page with many tags is not parsed further where hundreds of elements are left open, as by %s (SAFE-05)',
    async (tags) => {
      expect(await pagePreview(`<title>t</title>${tags.repeat(5000)}${late}`, at)).toEqual({ title: 't' });
      expect(await pagePreview(`<title>t</title>${tags.repeat(100)}${late}`, at)).toEqual({ title: 'late' });
    },
  );

  it('a page with many tags is parsed normally if they are closed', async () => {
    const closed = '<p><meta name="a" content="b"><script></script><svg><path/></svg><br>'.repeat(2000);
    expect(await pagePreview(`<title>t</title>${closed}${late}`, at)).toEqual({ title: 'late' });
  });

  it('parsing a page with many tags yields to other work', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await pagePreview('<i></i>'.repeat(524_288 / 7), at);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(7);
  });
});

describe('the charset of a page', () => {
  const latin = Buffer.from('<meta charset="iso-8859-1"><title>Grüße</title>', 'latin1');

  it.each([
    ['of the header', latin.subarray(27), 'text/html; charset=ISO-8859-1'],
    ['of a meta element', latin, 'text/html'],
    [
      'of an old meta element',
      Buffer.from(
        '<meta http-equiv="content-type" content="text/html; charset=windows-1252"><title>Grüße</title>',
        'latin1',
      ),
      'text/html',
    ],
    ['UTF-8 if none is declared', Buffer.from('<title>Grüße</title>'), 'text/html'],
    ['UTF-8 if nobody knows the declared one', Buffer.from('<title>Grüße</title>'), 'text/html; charset=klingon'],
    [
      'of a byte order mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<title>Grüße</title>', 'utf16le')]),
      'text/html; charset=utf-8',
    ],
  ])('a page is decoded with the charset %s', async (_, bytes, contentType) => {
    expect((await pagePreview(decodeHtml(bytes, contentType), at))?.title).toBe('Grüße');
  });
});
