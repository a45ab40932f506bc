package claim

// antonyms are words that exclude each other in one place, where neither is
// denied. Package lexis lists the pairs that tell against whole sources, too;
// these do only against the sentence that is quoted. A line is a pair of groups.
var antonyms = classes(`
continue continues continued continuing | stop stops stopped stopping discontinue discontinued
start starting resume resumed resumes | stop stopping cease ceased ceases halted
add added adds adding | deduct deducted deducts deducting subtract subtracted withheld
cover covers covered include includes included | exclude excludes excluded
immediately | gradually gradual
exterior | interior
void invalid | valid
support supported supports | contradict contradicted contradicts
allowed allow upheld | dismissed dismiss
beat outperformed surpassed | lagged trailed underperformed missed
reopen reopens reopened | close closes closed
win wins won | lose loses lost
agree agreed agrees | refuse refused refuses decline declines declined
injured wounded | killed dead died
open opens opened | closed closes shut
written | verbal
remission | relapse
upstream | downstream
horizontal horizontally | vertical vertically
permanent permanently | temporary temporarily
often frequently | rarely seldom rare
single sole | several multiple many
partly partially | fully entirely completely wholly
succeed succeeded success | fail failed failure
approve approved approves | reject rejected rejects refuse refused
grant granted grants | revoke revoked withdraw withdrawn
hire hired | dismiss dismissed fired
appoint appointed | dismissed resigned
lengthen extend extended extends extension | shorten shortened shortens reduced
expand expanded expands | shrink shrank contracted
tighten tightened | loosen loosened
fill filled | empty emptied drain drained
lock locked locks | unlock unlocked
insert inserted | remove removed
attach attached | detach detached
connect connected | disconnect disconnected
charge charged charging | discharge discharged discharging
encrypted | decrypted
upload uploaded | download downloaded
upgrade upgraded upgrading | downgrade downgraded downgrading
enable enabled enables | disable disabled disables
activate activated | deactivate deactivated
visible | hidden
sender | recipient
credit credited | debit debited
deposit deposited | withdraw withdrawn withdrawal
assets | liabilities
gross | net
joint jointly | several severally separate separately
express expressly explicit explicitly | implied implicit
voluntary voluntarily | compulsory mandatory
conscious awake | unconscious asleep
fasting | fed
mild moderate | severe
simple | complex
shallow | deep
thick | thin
narrow | wide
dry | wet
hot | cold
domestic | foreign
import imports imported | export exports exported
majority | minority
rural | urban
indoor indoors | outdoor outdoors
internal internally | external externally
inbound incoming | outbound outgoing
departure departs departed | arrival arrives arrived
success | failure
solid | liquid
oral orally | topical topically
innocent | guilty
lawful legal | unlawful illegal
peak | off-peak trough
advance | arrears
earliest | latest
shortest | longest
smallest | largest biggest
lowest | highest
worst | best
oldest | youngest newest
recent recently | former formerly
same | different
similar | different
alone | together
strengthen strengthened strengthens | weaken weakened weakens
improve improved improves improvement | worsen worsened worsens deteriorated
supports supported backs backed | opposes opposed
confirmed confirms | denied denies
praised | criticised criticized
winner | loser
victory | defeat
attack attacked | defend defended
arrested detained | released freed
buyer | seller
cheaper | dearer
ahead | behind
early | late
adopt adopts adopted pass passed enacted | reject rejects rejected defeated vetoed
accept accepts accepted | reject rejects rejected refuse refused decline declined
acquit acquitted | convict convicted
ratified | rejected
accelerate accelerated accelerates | slow slowed slows decelerate decelerated
advantage advantages | disadvantage disadvantages drawback drawbacks
prevent prevents prevented | cause causes caused trigger triggers triggered
donor donors | recipient recipients
creditor creditors | debtor debtors
acute | chronic
benign | malignant
systolic | diastolic
arterial | venous
anterior | posterior
proximal | distal
medial | lateral
dorsal | ventral
inpatient inpatients | outpatient outpatients
bacterial | viral
male males men | female females women
maternal | paternal
ascending | descending
maximum | minimum
ceiling | floor
upper | lower
front | rear
top | bottom
inner | outer
incoming | outgoing
input inputs | output outputs
public publicly | private privately
local locally | remote remotely
online | offline
synchronous synchronously | asynchronous asynchronously
static | dynamic
primary | secondary
active | passive
positive | negative
present | absent
natural | artificial synthetic
fresh | frozen
raw | cooked
fast quick quickly | slow slowly
heavy | light
strong strongly | weak weakly
surplus | deficit shortfall
inflow inflows | outflow outflows
fixed | variable floating
senior | subordinated
taxable | exempt tax-exempt tax-free
long-term | short-term
promote promoted | demote demoted
encourage encouraged encourages | discourage discouraged discourages
essential | optional
exclusive exclusively | non-exclusive nonexclusive
`)
