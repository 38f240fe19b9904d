import { type MouseEvent, useRef, useState, useTransition } from 'react'
import { WatchButton } from '#src/ui/watch-button.tsx'

interface WatchFilmProps {
  readonly label: string
  readonly vimeoId: string
  readonly title: string
  readonly closeLabel: string
}

type FilmDialog = typeof import('#src/ui/film-dialog.tsx')['FilmDialog']

/**
 * Watch Now and the dialog that it opens. The button submits a form that leads to the film’s own page:
 * so it works before the script does, without it, and when the dialog’s part of it cannot be fetched.
 */
export function WatchFilm({ label, vimeoId, title, closeLabel }: WatchFilmProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<{ readonly Film: FilmDialog }>()
  const [isBusy, startTransition] = useTransition()

  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    const { form } = event.currentTarget
    startTransition(async () => {
      try {
        const { FilmDialog } = await import('#src/ui/film-dialog.tsx')
        setDialog({ Film: FilmDialog })
      } catch {
        form?.submit()
      }
    })
  }
  const onClosed = () => {
    setDialog(undefined)
    button.current?.focus()
  }

  return (
    <form action={`https://vimeo.com/${vimeoId}`}>
      <WatchButton ref={button} label={label} isBusy={isBusy} onClick={onClick} />
      {dialog && <dialog.Film vimeoId={vimeoId} title={title} closeLabel={closeLabel} onClosed={onClosed} />}
    </form>
  )
}
