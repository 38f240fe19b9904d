import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.resetModules())

test('a visitor’s page bears no marks for editors', async () => {
  const { getInspectorProps: editMark, getPreviewMode: preview } = await import('./preview-mode.ts')
  expect(preview()).toBeUndefined()
  expect(editMark('services-page', 'introTitle')).toEqual({})
})

test('a preview says how a field is marked', async () => {
  const { getInspectorProps: editMark, enablePreviewMode: startPreview } = await import('./preview-mode.ts')
  startPreview({
    graphqlUrl: '/preview/graphql',
    onResponse: () => {},
    onError: () => {},
    getInspectorProps: (entryId, fieldId) => ({ 'data-mark': `${entryId} ${fieldId}` }),
  })
  expect(editMark('services-page', 'introTitle')).toEqual({ 'data-mark': 'services-page introTitle' })
})
