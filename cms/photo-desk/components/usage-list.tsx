import { Note, Paragraph, TextLink } from '@contentful/f36-components'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { findUsages, type Usage } from '#cms/photo-desk/state/publication/find-usages.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

type UsedPicture = Pick<SpacePicture, 'entry' | 'asset'>

/** Finds where pictures are used. It reads the whole space, so that it is not asked before `enabled`. */
export function useUsages(pictures: readonly UsedPicture[], enabled: boolean) {
  const { client } = useWorkspace()
  return useQuery({
    queryKey: ['usages', pictures.map(({ entry }) => entry.sys.id)],
    queryFn: () => findUsages(client, pictures),
    enabled,
    gcTime: 0, // they may have changed when they are shown again
  })
}

interface UsageListProps {
  readonly title: string
  readonly usages: readonly Usage[] | undefined
  /** The number of pictures. */
  readonly total: number
}

/** Where pictures are used, each entry once. */
export function UsageList({ title, usages = [], total }: UsageListProps) {
  const { sdk } = useWorkspace()
  if (usages.length === 0) return null
  return (
    <>
      <Paragraph marginBottom="spacing2Xs">{title}:</Paragraph>
      <ul className="picture-usages">
        {usages.map(({ id, title: usageTitle, type, isPage, state, count }) => (
          <li key={id}>
            <TextLink as="button" onClick={() => void sdk.navigator.openEntry(id, { slideIn: true })}>
              {usageTitle}
            </TextLink>{' '}
            ({isPage ? 'page of the site' : type}, {state}
            {total > 1 && `, ${count} of ${total}`})
          </li>
        ))}
      </ul>
    </>
  )
}

/** The entries and pages that use a picture, which are read when the editor asks. */
export function PictureUsages(picture: UsedPicture) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, isFetching, refetch } = useUsages([picture], isOpen)
  return (
    <details className="picture-usage-details" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Where used</summary>
      <p role="status">
        {isFetching && 'Looking where this is used …'}
        {data && data.ofEntries.length + data.ofAssets.length === 0 && 'Used nowhere.'}
      </p>
      {error && !isFetching && (
        <div role="alert">
          <Note variant="negative" title="This cannot be shown">
            {error.message}.{' '}
            <TextLink as="button" onClick={() => void refetch()}>
              Retry
            </TextLink>
          </Note>
        </div>
      )}
      <UsageList title="Used in" usages={data?.ofEntries} total={1} />
      <UsageList title="Its file is also used in" usages={data?.ofAssets} total={1} />
    </details>
  )
}
