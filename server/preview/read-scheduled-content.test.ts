import { parse } from 'graphql'
import { expect, test, vi } from 'vitest'
import type { SendVersionQuery } from './content-query.ts'
import { readScheduledContent } from './read-scheduled-content.ts'

const DOCUMENT = parse('query ($skip: Int) { page(id: "page") { sys { id } images(skip: $skip) { sys { id } alt } } }')

const view = { at: new Date(), isPublished: (id: string) => id === 'page', isUnpublished: () => false }

const PHOTO_IDS = Array.from({ length: 250 }, (_, index) => `photo-${index}`)

const createPhoto = (id: string, alt: string) => ({ __typename: 'Photo', sys: { id }, alt })
const createPage = (ids: readonly string[], alt: string) => ({
  page: { __typename: 'Page', sys: { id: 'page' }, images: ids.map((id) => createPhoto(id, alt)) },
})
const respond = (data: unknown) => ({ status: 200, text: JSON.stringify({ data }) })

/** A space whose scheduled page links to 250 photos; those with an even number are published. */
const sendQuery: SendVersionQuery = async (version, _document, { variables }) => {
  const ids = variables?.requestedIds
  if (!Array.isArray(ids)) return respond(version === 'draft' ? createPage(PHOTO_IDS, 'Draft') : { page: null })
  const published = ids.filter((id) => Number(id.split('-')[1]) % 2 === 0)
  return respond({ requested: { items: published.map((id) => createPhoto(id, 'Published')) } })
}

const read = (send: SendVersionQuery) =>
  readScheduledContent({ view, document: DOCUMENT, request: { variables: { skip: 0 } }, sendQuery: send })

test('requests missing items in groups of 100, and leaves out those that are not published', async () => {
  const send = vi.fn(sendQuery)
  const response = await read(send)
  const images = PHOTO_IDS.map((id, index) => (index % 2 === 0 ? createPhoto(id, 'Published') : null))
  const page = { __typename: 'Page', sys: { id: 'page' }, images }
  expect(typeof response === 'string' ? response : JSON.parse(response.text)).toEqual({ data: { page } })
  const requests = send.mock.calls.map(([version, , { variables }]) => [version, variables?.requestedIds])
  expect(requests.slice(0, 2)).toEqual([
    ['draft', undefined],
    ['published', undefined],
  ])
  expect(requests.slice(2)).toEqual([
    ['published', PHOTO_IDS.slice(0, 100)],
    ['published', PHOTO_IDS.slice(100, 200)],
    ['published', PHOTO_IDS.slice(200)],
  ])
})

test('resolves with the response of Contentful when missing items cannot be read', async () => {
  const refusal = { status: 429, text: '{"errors":[{"message":"Too many requests"}]}' }
  const response = await read(async (version, document, request) =>
    request.variables?.requestedIds ? refusal : sendQuery(version, document, request),
  )
  expect(response).toEqual(refusal)
})

test('keeps errors other than those of links', async () => {
  const error = { message: 'Unknown locale', path: ['page', 'title'] }
  const response = await read(async () => ({
    status: 200,
    text: JSON.stringify({ data: createPage([], 'Draft'), errors: [error] }),
  }))
  expect(typeof response === 'string' ? response : JSON.parse(response.text).errors).toEqual([error, error])
})
