/** Parses the value of `<input type="datetime-local">`, in the time zone of the browser. Returns why it is refused. */
export function parsePublicationTime(
  value: string,
  now: Date = new Date(),
): { readonly date: Date } | { readonly problem: string } {
  const date = new Date(value)
  if (value === '' || Number.isNaN(date.getTime())) return { problem: 'Enter a date and a time' }
  // When clocks go forward, an hour is missing, and Date moves a time in it.
  if (toInputValue(date) !== value.slice(0, 16))
    return { problem: 'This time does not exist, because the clocks go forward. Choose another one' }
  if (date <= now) return { problem: 'This time is over. Choose a later one' }
  return { date }
}

/** Formats a date as the value of `<input type="datetime-local">`. */
export function toInputValue(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** The time that an editor is offered first: the next day at eight. */
export function getTomorrowMorning(now: Date = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
}

/** The time zone of the browser, for example `Europe/Berlin`. */
export const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats a time of the past for editors, for example `25 Nov, 16:00`. */
export const formatChangeTime = (datetime: string): string =>
  new Date(datetime).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Formats a time for editors, for example `Wed, 25 Nov 2026, 16:00`. */
export const formatTime = (datetime: string | Date): string =>
  new Date(datetime).toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
