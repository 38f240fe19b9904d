import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.resetModules())

test('returns no inspector props outside preview mode', async () => {
  const { getInspectorProps, getPreviewMode } = await import('./preview-mode.ts')
  expect(getPreviewMode()).toBeUndefined()
  expect(getInspectorProps('services-page', 'introTitle')).toEqual({})
})

test('returns the inspector props of the preview mode', async () => {
  const { getInspectorProps, enablePreviewMode } = await import('./preview-mode.ts')
  enablePreviewMode({
    graphqlUrl: '/preview/graphql',
    onResponse: () => {},
    onError: () => {},
    getInspectorProps: (entryId, fieldId) => ({ 'data-mark': `${entryId} ${fieldId}` }),
  })
  expect(getInspectorProps('services-page', 'introTitle')).toEqual({ 'data-mark': 'services-page introTitle' })
})
