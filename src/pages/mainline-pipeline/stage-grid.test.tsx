import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StageGrid } from './stage-grid.tsx'

const createStage = (label: string) => ({
  id: label,
  label,
  picture: { src: `/media/derived/${label}.jpg`, width: 1440, height: 960, alt: label },
})

test('numbers the stages with two digits, in the order of the CMS', () => {
  const html = renderToStaticMarkup(
    <StageGrid stages={['Clearing', 'Grading'].map(createStage)} footerLine="The end." footerInspectorProps={{}} />,
  )
  const captions = [...html.matchAll(/<p [^>]*>(.*?)<\/p>/g)].map(([, text]) => text?.replace(/<[^>]*>/g, ''))
  expect(captions).toEqual(['01Clearing', '02Grading', 'The end.'])
})
