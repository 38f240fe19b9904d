import { Paragraph, TextLink } from '@contentful/f36-components'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { findUsages, type Usage } from '#cms/photo-desk/state/publication/find-usages.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { AlertNote } from './alert-note.tsx'

type UsedPicture = Pick<SpacePicture, 'entry' | 'asset'>

/** Finds where pictures are used, once `enabled`: it reads the whole space. */
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
function UsageList({ title, usages = [], total }: UsageListProps) {
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

interface UsageListsProps extends Pick<UsageListProps, 'total'> {
  readonly usages: ReturnType<typeof useUsages>
  readonly title?: string | undefined
  /** What else is said while something runs. */
  readonly children?: ReactNode
}

/** Where pictures that visitors lose are used, and which files stay. */
export const UsageLists = ({ usages: { data, isLoading }, title = 'Used in', total, children }: UsageListsProps) => (
  <>
    <UsageList title={title} usages={data?.ofEntries} total={total} />
    <UsageList title="Files that are kept, because they are also used in" usages={data?.ofAssets} total={total} />
    {/* Its place is reserved, so that it moves nothing. */}
    <p role="status" style={{ minBlockSize: 20 }}>
      {isLoading && 'Looking where this is used …'}
      {children}
    </p>
  </>
)

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
        <AlertNote variant="negative" title="This cannot be shown">
          {error.message}.{' '}
          <TextLink as="button" onClick={() => void refetch()}>
            Retry
          </TextLink>
        </AlertNote>
      )}
      <UsageList title="Used in" usages={data?.ofEntries} total={1} />
      <UsageList title="Its file is also used in" usages={data?.ofAssets} total={1} />
    </details>
  )
}
