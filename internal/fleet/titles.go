package fleet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/heading"
)

// The kinds of columns of stops.
const (
	colDemand  = "demand"
	colOpen    = "open"
	colClose   = "close"
	colWindow  = "window"
	colService = "service"
	colPrize   = "prize"
	colSkills  = "skills"
)

// Keys returns the kinds of columns that a caller may assign, besides those of package tsp/format.
func Keys() []string {
	return []string{colDemand, colOpen, colClose, colWindow, colService, colPrize, colSkills}
}

// stopTitles holds the titles of columns, without spaces, punctuation and accents.
//
//nolint:misspell // other languages
var stopTitles = heading.Table(`
demand   English demand load loads quantity qty weight volume boxes box crates crate pallets pallet parcels parcel packages pieces pcs units items kg kilos litres liters
demand   German  menge bedarf gewicht volumen ladung ladungsmenge kisten kiste paletten palette pakete paket stueck stk liter kolli colli behaelter saecke
demand   French  charge quantite poids colis caisses cartons palettes
demand   Spanish demanda carga cantidad peso cajas bultos palets paquetes volumen
demand   Italian carico quantita peso casse colli pacchi bancali
demand   Dutch   gewicht hoeveelheid lading dozen vracht kratten pakketten
demand   Nordic  maengde mengde mangd vaegt vekt vikt kasser lador lastmaengde paino maara laatikot
demand   other   ilosc waga ladunek skrzynki mnozstvi vaha bedny mennyiseg suly quantidade caixas miktar agirlik yuk
open     English open opens earliest from ready readytime start starttime begin after notbefore windowstart twstart opensat
open     German  ab von offen offenab oeffnet fruehestens frueheste fruehester beginn lieferungab zeitvon
open     Romance debut ouverture aupartirde apartirde desde apertura inicio abre dalle
open     other   vanaf open od fra fran otwarcie acilis
close    English close closes latest to until till due duedate deadline end endtime before notafter windowend twend closesat
close    German  bis schliesst spaetestens spaeteste spaetester ende lieferungbis zeitbis
close    Romance fin fermeture jusqua hasta cierre cierra alle chiusura entro
close    other   tot sluit do til till zamkniecie kapanis
window   English window windows timewindow timewindows timeslot slot hours openinghours openingtimes businesshours deliverywindow deliverytime
window   German  zeitfenster oeffnungszeiten oeffnungszeit lieferzeit lieferzeiten lieferfenster anlieferzeit warenannahme
window   Romance creneau creneaux horaires horaire plagehoraire ventana ventanahoraria horario horarios franjahoraria orario orari fascia fasciaoraria
window   other   tijdvak tijdvenster openingstijden oknoczasowe godziny apningstider oppettider aabningstider
service  English service servicetime serviceminutes minutes stoptime stopminutes unloading unloadingtime handling handlingtime dwell dwelltime minutesonsite
service  German  standzeit haltezeit stoppzeit dauer entladezeit entladedauer aufenthalt aufenthaltsdauer servicezeit servicedauer bearbeitungszeit minuten
service  Romance duree dureedarret tempsdeservice duracion tiempodeservicio minutos durata tempodisosta sosta minuti
service  other   duur lostijd stoptijd czasobslugi czaspostoju
prize    any     prize prizes penalty praemie
skills   any     skills skill requires requirement requirements equipment anforderung anforderungen ausstattung faehigkeiten competences competencias
`)

// titleHints lists words that identify a column wherever they occur in its title.
var titleHints = []struct{ kind, words string }{
	{colWindow, " zeitfenster window timewindow oeffnungszeiten oeffnungszeit creneau ventana tijdvak slot "},
	{colService, " service standzeit entladezeit unloading dwell entladedauer "},
	{colOpen, " earliest fruehestens fruehester fruehest "},
	{colClose, " latest spaetestens spaetester spaetest "},
	{colDemand, " demand weight gewicht volume volumen bedarf menge pallets paletten kisten boxes crates parcels pakete poids peso colis quantity kg "},
}

// How well a title matches a kind.
const (
	remote = 1 + iota // one word of the title matches
	likely            // a known title
	plain             // the name of the kind
)

// fit returns how well a title matches a kind, or 0.
func fit(title, kind string) int {
	words := heading.Words(title)
	whole := strings.Join(words, "")
	switch {
	case whole == kind || strings.HasPrefix(whole, kind+"kg") || len(words) > 1 && words[0] == kind && kind == colDemand:
		return plain
	case slices.Contains(stopTitles[whole], kind):
		return likely
	case stopTitles[whole] != nil:
		return 0
	}
	for _, hint := range titleHints {
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(hint.words, " "+w+" ") }) {
			if hint.kind == kind {
				return remote
			}
			return 0
		}
	}
	return 0
}

// best returns the columns that match a kind best, or nil.
func best(titles []string, kind string) (columns []int) {
	most := 0
	for k, title := range titles {
		switch f := fit(title, kind); {
		case f == 0 || f < most:
		case f > most:
			most, columns = f, []int{k}
		default:
			columns = append(columns, k)
		}
	}
	return columns
}

// find returns the column that a caller named by title, part of a title or number from 1.
func find(titles []string, asked string) (int, error) {
	if k := heading.Find(titles, asked); k >= 0 {
		return k, nil
	}
	for k := range titles {
		if fmt.Sprint(k+1) == strings.TrimSpace(asked) {
			return k, nil
		}
	}
	whole := strings.Join(heading.Words(asked), "")
	for k, title := range titles {
		bare := strings.NewReplacer("(", " ", ")", " ", "[", " ", "]", " ").Replace(title)
		if whole != "" && slices.Contains(heading.Words(bare), whole) {
			return k, nil
		}
	}
	return 0, fmt.Errorf("no column named %q; columns: %s", asked, strings.Join(titles, ", "))
}
