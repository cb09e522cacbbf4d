export { askAssistant, listModels } from './ask-assistant.ts'
export {
  type AssistantMessage,
  type AssistantService,
  assistantInstructions,
  proposalInstructions,
} from './assistant-service.ts'
export { checkProposal, type ProposalSubject } from './check-proposal.ts'
export {
  composeQuestion,
  type QuestionBody,
  type QuestionFacts,
  type QuestionPart,
  questionText,
} from './compose-question.ts'
export { maskLookalikes, maskNamed } from './mask-lookalikes.ts'
export { type AskedAbout, questionFacts, responseOf } from './question-facts.ts'
export { AnswerReader, type AnswerSegment } from './read-proposal.ts'
export { summarizeSent } from './summarize-sent.ts'
