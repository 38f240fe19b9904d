import type { PublishedChange } from './api/published-changes.ts'

/** What discarding changes does: both values of each field, and what is wrong with those that cannot be written. */
export function DiscardQuestion({ changes }: { readonly changes: readonly PublishedChange[] }) {
  const isPossible = changes.every(({ problem }) => problem === '')
  return (
    <>
      <p>
        {isPossible
          ? 'The published version becomes the draft again. You can undo this until you leave the page.'
          : 'The published version does not fit the fields any more, so it cannot be the draft. Change the draft by hand.'}
      </p>
      <dl>
        {changes.map(({ id, name, draft, published, problem }) => (
          <div key={id} className="field">
            <dt className="name">{name}</dt>
            <dd>Draft: {draft}</dd>
            <dd>Published: {published}</dd>
            {problem && <dd className="problem">{problem}</dd>}
          </div>
        ))}
      </dl>
    </>
  )
}
