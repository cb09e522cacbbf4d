import { ArrowUpToLine, Download, Eraser, ListVideo } from 'lucide-react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { IconButton, IconToggleButton } from '../../components/buttons/IconButton.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import type { MessageWords } from '../../workbench/live/describe-list.ts'
import type { LiveLog } from '../../workbench/live/live-logs.ts'

export interface ListButtonsProps {
  readonly log: LiveLog
  readonly words: MessageWords
  readonly onReport: (report: string) => void
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': 'true' } as const

/** What can be done with a list of messages: its order, following, export, clear. */
export function ListButtons({ log, words, onReport }: ListButtonsProps) {
  const { list } = log
  const { order, isFollowing } = useStore(
    list.store,
    useShallow(({ order, isFollowing }) => ({ order, isFollowing })),
  )
  return (
    <>
      <IconToggleButton
        label="Newest first"
        isSelected={order === 'newestFirst'}
        onChange={isFirst => log.setOrder(isFirst ? 'newestFirst' : 'newestLast')}
      >
        <ArrowUpToLine {...icon} />
      </IconToggleButton>
      <IconToggleButton
        label={`Follow new ${words.many}`}
        isSelected={isFollowing}
        onChange={isChosen => list.setFollowing(isChosen)}
      >
        <ListVideo {...icon} />
      </IconToggleButton>
      <ActionMenu
        label={`Export ${words.many}`}
        placement="bottom end"
        actions={words.exports}
        onAction={format => void log.export(format).then(onReport)}
      >
        <IconButton label={`Export ${words.many}`} size="small">
          <Download {...icon} />
        </IconButton>
      </ActionMenu>
      <IconButton label={`Clear ${words.many} from view`} size="small" onPress={() => log.clear()}>
        <Eraser {...icon} />
      </IconButton>
    </>
  )
}
