import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContentClientContext, type PreviewMode, useInspectorProps } from './content-client.ts'

const preview: PreviewMode = {
  onResponse: () => {},
  onError: () => {},
  getInspectorProps: (entryId, fieldId) => ({ 'data-mark': `${entryId} ${fieldId}` }),
}

function Title() {
  const getInspectorProps = useInspectorProps()
  return <h1 {...getInspectorProps('services-page', 'introTitle')}>Title</h1>
}

test('visitors get no inspector attributes', () => {
  expect(renderToStaticMarkup(<Title />)).toBe('<h1>Title</h1>')
})

test('preview mode provides inspector attributes, without an effect on other pages', () => {
  const page = (
    <ContentClientContext value={{ requestTimeoutMs: 0, preview }}>
      <Title />
    </ContentClientContext>
  )
  expect(renderToStaticMarkup(page)).toBe('<h1 data-mark="services-page introTitle">Title</h1>')
  expect(renderToStaticMarkup(<Title />)).toBe('<h1>Title</h1>')
})
