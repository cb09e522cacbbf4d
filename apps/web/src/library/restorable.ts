/** What the questions before a deletion say (product decisions, Delete). */
export const restorable = 'You can restore it from Recently deleted for 7 days.'
