package quote

import "testing"

// TestWhatIsOnlyPlannedDeniedOrSaidIsNotCutOut holds clauses and infinitives that were
// cut out from under the words that keep them from being so.
func TestWhatIsOnlyPlannedDeniedOrSaidIsNotCutOut(t *testing.T) {
	for _, c := range [][2]string{
		{"The bank declined to renew the loan to the mill.", "renew the loan to the mill"},
		{"The plan to close the pool was dropped.", "to close the pool"},
		{"He was acquitted of selling the maps.", "selling the maps"},
		{"The board voted against raising the fee to 90 euros.", "raising the fee to 90 euros"},
		{"They stopped short of calling the result wrong.", "calling the result wrong"},
		{"It would be a mistake to assume that the drug works.", "the drug works"},
		{"The rumour that the mine will close has no basis.", "the mine will close"},
		{"It is possible that an old leak explains the loss.", "an old leak explains the loss"},
		{"Others have argued that the fund is insolvent.", "the fund is insolvent"},
		{"Chest film: no e/o free air under the diaphragm.", "free air under the diaphragm"},
		{"Der Patient gab an, die Tabletten regelmäßig einzunehmen.", "die Tabletten regelmäßig einzunehmen"},
		{"Der Käufer weigerte sich, den Vertrag zu unterschreiben.", "den Vertrag zu unterschreiben"},
		{"Não serão aceitos documentos enviados por correio. A taxa é de 85 reais.", "aceitos documentos enviados por correio"},
		{"Meldt u de schade te laat, dan kunnen wij de uitkering verlagen.", "dan kunnen wij de uitkering verlagen"},
		{"Ove il beneficiario non rispetti gli obblighi, il contributo è revocato.", "il contributo è revocato"},
		{"Jeżeli klient zalega z płatnością, usługa zostaje zawieszona.", "usługa zostaje zawieszona"},
		{"Утверждалось, что мост непригоден, однако комиссия этого не подтвердила.", "мост непригоден"},
	} {
		verdicts(t, c[0], Drifted, c[1])
	}
	verdicts(t, "Der Rat beschloss, das Bad am Montag zu öffnen.", Verified, "das Bad am Montag zu öffnen")
	verdicts(t, "Opłata wynosi 12,50 zł miesięcznie, z wyjątkiem studentów, którzy nie płacą.", Falsified, "Opłata … studentów, którzy nie płacą")
	verdicts(t, "A fence higher than 1.8 m needs consent; a hedge does not.", Falsified, "A fence … does not.")
}
