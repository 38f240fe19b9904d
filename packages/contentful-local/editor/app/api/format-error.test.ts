import { expect, test } from 'vitest'
import { stubEditorPage } from '#local/tests/stub-editor-page.ts'
import { findRuleViolations, type ValidationRules } from '#local/validation.ts'

stubEditorPage('http://127.0.0.1:4000')
const { errorDetailSchema } = await import('./management-client.ts')
const { loadedContentTypes } = await import('./content-types.ts')
const { formatErrorDetail } = await import('./format-error.ts')
loadedContentTypes.set('memo', { sys: { id: 'memo' }, name: 'Short Note', fields: [] })

const link = { sys: { type: 'Link', linkType: 'Asset', id: 'file' } }
const linkedEntry = { sys: { type: 'Link', linkType: 'Entry', id: 'entry' } }
const content = {
  getContentType: () => 'quote',
  getFile: () => ({ contentType: 'video/quicktime', details: { size: 1_234_567, image: { width: 90, height: 40 } } }),
  findEntriesWithValue: () => ['other'],
}

test.for<[ValidationRules, unknown, string]>([
  [{ size: { min: 1, max: 60 } }, 'x'.repeat(75), 'At most 60 characters: it has 75.'],
  [{ size: { max: 1 } }, 'xy', 'At most 1 character: it has 2.'],
  [{ size: { min: 1 } }, '', 'This must not be empty.'],
  [{ size: { min: 3, max: 60 } }, 'xx', 'At least 3 characters: it has 2.'],
  [{ size: { min: 2, max: 3 } }, [1, 2, 3, 4], 'At most 3 items: it has 4.'],
  [{ size: { min: 2 } }, [1], 'At least 2 items: it has 1.'],
  [{ range: { min: -90, max: 90 } }, 95, 'This must be from -90 to 90: it is 95.'],
  [{ range: { max: 90 } }, 95, 'This must be at most 90: it is 95.'],
  [
    { dateRange: { min: '2020-01-01', max: '2020-12-31' } },
    '2021-01-01',
    'This must be not before 2020-01-01 and not after 2020-12-31.',
  ],
  [{ dateRange: { min: '2020-01-01' } }, '2019-12-31', 'This must be not before 2020-01-01.'],
  [{ in: ['One', 'Two'] }, 'Three', 'This must be one of: One, Two.'],
  [{ regexp: { pattern: '^a' }, message: 'Begin with an a' }, 'b', 'Begin with an a'],
  [{ regexp: { pattern: '^a' } }, 'b', 'This does not have the form of the pattern /^a/'],
  [{ prohibitRegexp: { pattern: '--' } }, 'a--b', 'This must not have the form of the pattern /--/'],
  [{ unique: true }, 'b', 'Another published entry has the same value.'],
  [{ linkContentType: ['note'] }, linkedEntry, 'This must be an entry of the type note.'],
  [{ linkContentType: ['note', 'memo'] }, linkedEntry, 'This must be an entry of the type note or Short Note.'],
  [{ linkMimetypeGroup: ['image', 'audio'] }, link, 'This must be a file of another kind: image, audio.'],
  [{ assetFileSize: { max: 999_999 } }, link, 'The file must have at most 1000 kB.'],
  [{ assetFileSize: { min: 1_500, max: 1_000_000 } }, link, 'The file must have from 2 kB to 1 MB.'],
  [{ assetFileSize: { min: 2_500_000 } }, link, 'The file must have at least 2.5 MB.'],
  [{ assetImageDimensions: { width: { min: 800 } } }, link, 'The picture must be at least 800 px wide.'],
  [{ assetImageDimensions: { height: { min: 50, max: 60 } } }, link, 'The picture must be from 50 to 60 px high.'],
])('an error of %j is a sentence without the names of validations', ([rules, value, sentence]) => {
  const [violation] = findRuleViolations([rules], { value, content })
  expect(formatErrorDetail(errorDetailSchema.parse(violation))).toBe(sentence)
})

test.for([
  [{ name: 'required', path: ['fields', 'words', 'en-US', 1] }, 'Place 2: This must not be empty.'],
  [{ name: 'notResolvable' }, 'What is linked here is not there any more.'],
  [{ name: 'unknown' }, 'The content type does not have this field any more.'],
  [{ name: 'type', type: 'Integer' }, 'This must be a whole number.'],
  [{ name: 'type', type: 'Date' }, 'This must be a date, as in 2026-12-31.'],
  [{ name: 'type', type: 'Location' }, 'This must be a value of the type Location.'],
  [{ name: 'size', min: 1, details: 'Too short' }, 'Too short'],
  [{ name: 'toString' }, 'toString'],
] as const)('the error %j of the management API is: %s', ([detail, sentence]) => {
  expect(formatErrorDetail(detail)).toBe(sentence)
})
