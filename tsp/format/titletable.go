package format

import "github.com/tourmaline-opt/tourmaline/internal/heading"

// likelyTitles holds titles that other programs and other languages use, without spaces,
// punctuation and accents. A title may have two kinds.
//
//nolint:misspell // other languages
var likelyTitles = heading.Table(`
lat   any         stoplat geolat ylat latdeg latdd latwgs84 wgs84lat gpslat latitudegps gpslatitude latitudewgs84 wgs84latitude latitudedeg
lat   German      breitengrad breite geobreite gpsbreite breitegps breitewgs84 geografischebreite geographischebreite
lat   Spanish     latitud latitudgps gpslatitud geolatitud
lat   Italian     latitudine gpslatitudine latitudinegps
lat   Dutch       breedtegraad breedte gpsbreedte
lat   Nordic      breddgrad breddegrad latitud bredd leveysaste leveys
lat   Polish      szerokosc szerokoscgeograficzna szergeo
lat   Czech       zemepisnasirka sirka
lat   Turkish     enlem
lat   Hungarian   szelesseg foldrajziszelesseg
lon   any         stoplon geolon geolng geolong xlon xlong xlng londeg londd lonwgs84 wgs84lon gpslon gpslng gpslong gpslongitude longitudegps longitudewgs84 wgs84longitude longitudedeg
lon   German      laengengrad laenge geolaenge gpslaenge laengegps laengewgs84 geografischelaenge geographischelaenge
lon   Spanish     longitud longitudgps gpslongitud geolongitud
lon   Italian     longitudine gpslongitudine longitudinegps
lon   Dutch       lengtegraad lengte gpslengte
lon   Nordic      langdgrad laengdgrad lengdegrad laengdegrad longitud langd laengd pituusaste pituus
lon   Polish      dlugosc dlugoscgeograficzna dlgeo
lon   Czech       zemepisnadelka delka
lon   Turkish     boylam
lon   Hungarian   hosszusag foldrajzihosszusag
x     any         easting rechtswert ostwert utmx utmeast xcoord xcoordinate xkoordinate coordx posx positionx xpos
y     any         northing hochwert nordwert utmy utmnorth ycoord ycoordinate ykoordinate coordy posy positiony ypos
id    English     stopid stopno stopnr stopnum stopnumber customerid customerno customernr customernumber no nr num number code stopcode orderid orderno ordernumber locationid siteid placeid pointid nodeid objectid fid uid
id    German      kundenid kundennr kundennummer kdnr nummer auftragsnr auftragsnummer lfdnr pos
id    French      numero ndeclient numeroclient numerodeclient codeclient
id    Spanish     ndecliente numerocliente codigocliente codigo
id    Italian     codice codicecliente numerocliente ncliente
id    Dutch       klantnummer klantnr nummer volgnummer
id    Polish      lp nrklienta numerklienta
name  English     stopname customer customername client clientname firm company companyname account accountname recipient recipientname consignee contact contactname placename locationname site sitename title station store storename
name  German      kunde kundenname firma firmenname haltestelle haltestellenname standort standortname titel bezeichnung filiale empfaenger empfaengername ansprechpartner patient objekt
name  French      nom nomclient nomduclient nomdelarret societe raisonsociale destinataire magasin arret
name  Spanish     nombre nombrecliente nombredelcliente nombredecliente cliente empresa razonsocial destinatario tienda parada
name  Italian     nome nomecliente nomedelcliente cliente ragionesociale denominazione destinatario azienda negozio fermata
name  Dutch       naam klant klantnaam bedrijf bedrijfsnaam ontvanger winkel halte
name  Portuguese  nomecliente nomedocliente cliente empresa paragem
name  Polish      nazwa nazwaklienta klient nazwaodbiorcy odbiorca
name  Czech       nazev zakaznik jmeno odberatel
name  Nordic      navn namn kund kundnamn kunde kundenavn asiakas nimi
name  Turkish     ad adi musteri musteriadi
name  Hungarian   nev ugyfel ugyfelnev
town  English     city town place location village municipality
town  German      ort ortsname stadt gemeinde
town  French      ville commune localite
town  Spanish     ciudad localidad municipio poblacion
town  Italian     citta comune localita
town  Dutch       plaats stad woonplaats gemeente
town  other       cidade miasto miejscowosc mesto obec stad by ort kommune sehir varos
pair  any         latlon latlng latlong latitudelongitude coordinates coordinate coords koordinaten position location geolocation geo gps gpscoordinates geopoint coordonnees coordonneesgps coordenadas coordenadasgps coordinate coordinategps coordinaten gpskoordinaten wspolrzedne souradnice
wkt   any         wkt wktgeom geom geometry thegeom geometrie shape
`)

// titleWords lists words that identify a column wherever they occur in its title. The first kind
// that matches is used.
//
//nolint:misspell // other languages
var titleWords = []struct{ kind, words string }{
	{colLat, " lat latitude latitud latitudine breitengrad "},
	{colLon, " lon lng longitude longitud longitudine laengengrad "},
	{colX, " x easting rechtswert "},
	{colY, " y northing hochwert "},
	{colAddress, " address adresse anschrift lieferadresse street strasse direccion calle domicilio indirizzo via adres straat endereco rua adresa ulica adress adresa cim osoite "},
	{colName, " name kunde customer client cliente klant klient "},
}

// unusedTitles lists words of titles whose columns a route does not take into account. A warning
// names these columns.
//
//nolint:misspell // other languages
var unusedTitles = []struct{ words, about string }{
	{" zeitfenster earliest latest tw timewindow fruehestens spaetestens oeffnungszeiten termin liefertermin window creneau horaires horaire ventana horario orario fascia tijdvak ready due ", "times"},
	{" priority prio prioritaet priorite prioridad priorita prioriteit ", "priorities"},
	{" vehicle fahrzeug driver fahrer vehicule chauffeur vehiculo conductor veicolo autista voertuig ", "vehicles or drivers"},
	{" demand weight gewicht volume volumen bedarf menge pallets paletten poids peso gewicht capacity kapazitaet quantity ", "loads"},
}
